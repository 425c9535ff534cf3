export function npmOutput(...args: string[]): string
