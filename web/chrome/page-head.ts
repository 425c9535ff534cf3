import { SOCIAL_CARD_HEIGHT, SOCIAL_CARD_WIDTH } from '#shared/picture.ts'
import { shop } from '#shop.config'
import { pageTitle } from '#web/page-title.ts'
import brandCard from './social-card.jpg?url'

/** A 1200 × 630 JPEG by its path within the shop. The path changes with the picture, as messengers cache what they saw. */
type Card = { path: string; alt: string }

type Shared = { title: string; description: string; card?: Card | undefined }

/** How a public page describes itself where it is found, shared or saved. */
type PageWords = Shared & {
  /** The canonical path of this content within the shop. */
  path: string
  /**
   * False for pages that do not stand on their own: a search, a narrow mix of filters, an empty list. Their links are
   * followed.
   */
  isIndexed?: boolean
  type?: 'product'
  /** Further Open Graph properties. */
  properties?: readonly { property: string; content: string }[]
  /** schema.org objects, built only while rendering: the browser does not need the code. */
  data?: readonly object[]
}

/** The router's own key for such a tag, which its React types omit. */
type DataTag = { title?: never; 'script:ld+json': object }

export function pageHead(words: PageWords, publicUrl: string) {
  const { path, isIndexed = true, type = 'website', properties = [] } = words
  const url = publicUrl + path
  return {
    meta: [
      ...shareTags(words, publicUrl),
      { name: 'robots', content: isIndexed ? 'index, follow, max-image-preview:large' : 'noindex, follow' },
      { property: 'og:type', content: type },
      { property: 'og:url', content: url },
      ...properties,
      ...dataOf(words, url).map((object): DataTag => ({ 'script:ld+json': object })),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/**
 * What the server wrote into the page stays in the browser, as a crawler that runs scripts reads it after hydration.
 * Navigating to another screen removes it without a replacement: nothing reads it there.
 */
function dataOf({ data = [] }: PageWords, url: string): readonly object[] {
  if (import.meta.env.SSR) return data
  const shown = document.querySelector('link[rel="canonical"]')?.getAttribute('href')
  if (shown !== url) return []
  return [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent),
  )
}

/** A screen for its visitor alone, or one that does not exist: search engines must not index it. */
export function privateHead(words: string) {
  return { meta: [{ title: pageTitle(words) }, { name: 'robots', content: 'noindex' }] }
}

/**
 * Title and description wherever they are read, and the picture on the card of a shared link: by default the brand's own.
 */
export function shareTags({ title, description, card }: Shared, publicUrl: string) {
  const { path, alt } = card ?? { path: brandCard, alt: `${shop.brand}. ${shop.tagline}` }
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: publicUrl + path },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(SOCIAL_CARD_WIDTH) },
    { property: 'og:image:height', content: String(SOCIAL_CARD_HEIGHT) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: publicUrl + path },
    { name: 'twitter:image:alt', content: alt },
  ]
}
