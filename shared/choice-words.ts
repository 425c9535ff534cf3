/** A colour and size of a product; '' where it has no such choice. */
export type ColorAndSize = { color: string; size: string }

/** Colour and size with a separator between; without the choices that a product does not have. */
export function choiceText({ color, size }: ColorAndSize, separator: string): string {
  return [color, size].filter(Boolean).join(separator)
}

/** "black - M": how a line shows its colour and size. */
export function choiceWords(choice: ColorAndSize): string {
  return choiceText(choice, ' - ')
}

/** "Black - M": for places where CSS cannot capitalise the first letter, such as an option of a select. */
export function choiceTitle(choice: ColorAndSize): string {
  const words = choiceWords(choice)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Danfo Tee (Black, M)"; without the choices that a product does not have. */
export function lineName(line: { name: string } & ColorAndSize): string {
  const choice = choiceText(line, ', ')
  return choice === '' ? line.name : `${line.name} (${choice})`
}
