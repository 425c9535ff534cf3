import type { Page } from 'playwright-core'

/** Headings, landmarks and current links of a page that would mislead a screen-reader user, one line each. */
export function listStructureFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const isAnnounced = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('[aria-hidden=true]') === null
    // An open dialog replaces the page's outline, and starts at its second level.
    const over = [...document.querySelectorAll('[role=dialog]')].find(isAnnounced)
    const headings = [...(over ?? document).querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isAnnounced)
    const levels = headings.map(({ localName }) => Number(localName.slice(1)))
    const tops = levels.filter((level) => level === 1).length
    if (tops !== (over ? 0 : 1)) faults.push(`has ${tops} headings of the first level`)
    levels.forEach((level, place) => {
      if (level > (levels[place - 1] ?? (over ? 1 : 0)) + 1)
        faults.push(`skips a level before the heading “${headings[place]?.textContent}”`)
    })
    const kinds = { navigation: 'nav', complementary: 'aside', search: 'search', form: 'form[aria-label]' }
    for (const [kind, selector] of Object.entries(kinds)) {
      const landmarks = [...document.querySelectorAll(`${selector}, [role=${kind}]`)].filter(isAnnounced)
      if (landmarks.length < 2) continue
      const names = landmarks.map(
        (landmark) =>
          landmark.getAttribute('aria-label') ??
          document.getElementById(landmark.getAttribute('aria-labelledby') ?? '')?.textContent ??
          '',
      )
      if (names.includes('')) faults.push(`has a nameless ${kind} among ${names.length}`)
      if (new Set(names).size < names.length)
        faults.push(`has ${kind} landmarks of one name: ${names.join(', ')}`)
    }
    // A link to a section may be current on all pages of that section; any other link only on the page it leads to.
    const current = [...document.querySelectorAll<HTMLAnchorElement>('a[aria-current=page]')]
    for (const link of current.filter(
      (link) => isAnnounced(link) && link.closest('header, nav[aria-label=Categories]') === null,
    )) {
      const name = link.getAttribute('aria-label') ?? link.textContent
      if (link.href !== location.href) faults.push(`takes “${name}” for this page`)
    }
    return faults
  })
}
