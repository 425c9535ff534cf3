/**
 * The breadcrumb of a page for search engines, starting at the whole shop. Each step's address is what follows /products.
 */
export function breadcrumbData(
  steps: readonly (readonly [name: string, address: string])[],
  publicUrl: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [['All Merch', ''] as const, ...steps].map(([name, address], place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: `${publicUrl}/products${address}`,
    })),
  }
}
