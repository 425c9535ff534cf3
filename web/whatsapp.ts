import { shop } from '#shop.config'

/** Opens a chat with the shop that begins with these words. */
export function whatsappUrl(words = ''): string {
  return `https://wa.me/${shop.whatsapp}${words === '' ? '' : `?text=${encodeURIComponent(words)}`}`
}
