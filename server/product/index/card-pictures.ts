import { colourAskedFor, imagesOfColour } from '#shared/colour.ts'
import { CARD_PICTURES } from '#shared/limits.ts'

/** Which of a product's pictures its card shows: those of the first colour asked for that it has. */
export function cardPictures<Picture>(
  pictures: readonly Picture[],
  colors: readonly string[],
  asked: readonly string[] = [],
): Picture[] {
  const color = colourAskedFor(colors, asked)
  const shown =
    color === undefined ? pictures : imagesOfColour(pictures, colors.length, colors.indexOf(color))
  return shown.slice(0, CARD_PICTURES)
}
