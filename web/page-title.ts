import { shop } from '#shop.config'

/** A screen's title: its own words, then the brand. */
export function pageTitle(words: string): string {
  return `${words} | ${shop.brand}`
}
