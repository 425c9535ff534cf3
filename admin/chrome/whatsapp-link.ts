/** Opens a chat with this number, or asks for one, with the text ready to be sent. */
export function whatsAppLink(phone: string | null, text: string): string {
  return `https://wa.me/${(phone ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
