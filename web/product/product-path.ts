/** The address of a product's page, as the router writes it. */
export const productPath = (id: string) => `/products/${encodeURIComponent(id)}`
