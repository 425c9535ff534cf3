import { imagesOfColour } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'

export type GalleryPicture = { src: string; alt: string }

/** The pictures to show for a colour; without one, all of them, each labelled with its own colour. */
export function galleryPictures(
  product: Pick<Product, 'name' | 'images' | 'variants'>,
  color: string | null,
): GalleryPicture[] {
  const { name, images, variants } = product
  const index = color === null ? -1 : variants.indexOf(color)
  const shown = index < 0 ? images : imagesOfColour(images, variants.length, index)
  return shown.map((src, place) => {
    const of = index < 0 ? colourOf(product, src) : variants[index]
    return { src, alt: `${name}${of ? ` in ${of}` : ''}, picture ${place + 1} of ${shown.length}` }
  })
}

/** The colour a picture belongs to; undefined if there are too few pictures to tell, or it is a surplus one. */
function colourOf(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  src: string,
): string | undefined {
  if (images.length < variants.length) return undefined
  return variants.find((_, index) => imagesOfColour(images, variants.length, index).includes(src))
}
