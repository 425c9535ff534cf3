import { HELP_PAGES } from '#shared/help-page.ts'
import { heading } from '#test/support/shopper.ts'
import type { Walk } from './screen.ts'

/** The owner's pages as they come with the shop. */
export const TEXT_PAGE_WALKS = HELP_PAGES.map(
  ({ id, label }): Walk => [
    {
      name: `page/${id}`,
      open: async ({ page, visit }) => {
        await visit(`/pages/${id}`)
        await heading(page, label).waitFor()
      },
    },
  ],
)
