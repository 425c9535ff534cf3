import { shop } from '#shop.config'

/** Head of the home page: the shop as a whole. */
export function homeHead(publicUrl: string) {
  return {
    title: `${shop.brand} | ${shop.tagline.replace(/\.$/, '')}`,
    description: shop.blurb,
    path: '/',
    data: import.meta.env.SSR ? shopData(publicUrl) : [],
  }
}

/** The shop for search engines: who it is, and how to query its search. */
function shopData(publicUrl: string) {
  const id = `${publicUrl}/#shop`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': id,
      name: shop.brand,
      slogan: shop.tagline,
      description: shop.blurb,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/icon-512.png`,
      email: shop.email,
      telephone: shop.phone,
      sameAs: shop.socials.map(({ url }) => url),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shop.brand,
      url: `${publicUrl}/`,
      publisher: { '@id': id },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${publicUrl}/products?search={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
