/** "black - M": the colour and size of a line, as shoppers read them; what a product does not come in is left out. */
export function choiceWords({ color, size }: { color: string; size: string }): string {
  return [color, size].filter(Boolean).join(' - ')
}
