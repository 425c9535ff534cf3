type ShareLink = { label: string; icon: 'whatsapp' | 'facebook' | 'twitter'; href: string }

/** Plain links for sharing a product. Facebook takes its text from the page itself. */
export function shareLinks(text: string, url: string): ShareLink[] {
  const [words, address] = [encodeURIComponent(text), encodeURIComponent(url)]
  return [
    { label: 'WhatsApp', icon: 'whatsapp', href: `https://wa.me/?text=${words}%20${address}` },
    {
      label: 'Facebook',
      icon: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}`,
    },
    {
      label: 'Twitter',
      icon: 'twitter',
      href: `https://twitter.com/intent/tweet?text=${words}&url=${address}`,
    },
  ]
}
