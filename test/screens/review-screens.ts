import type { Review } from '#shared/contract/review.ts'
import { saidInPassing } from '#test/support/shopper.ts'
import { over, type Walk } from './screen.ts'
import { MEMBER, signIn } from './shopper-state.ts'
import { type Stage, visitProduct } from './stage.ts'

/** Opens the dialog on the product's page. */
export async function openReviews({ page }: Stage): Promise<void> {
  await page.getByRole('button', { name: /^Reviews & Ratings/ }).click()
  await page.getByRole('dialog', { name: 'Reviews for Eko Boxy Tee' }).waitFor()
}

async function visitReviews(stage: Stage): Promise<void> {
  await visitProduct(stage, 'Eko Boxy Tee')
  await openReviews(stage)
}

const REVIEW_LIST: Review[] = [
  {
    _id: 'own',
    productId: 'eko-boxy-tee',
    user: { _id: MEMBER.id },
    userName: MEMBER.fullName,
    rating: 4,
    verified: true,
    createdAt: '2026-10-02T09:00:00.000Z',
    comment: 'Boxy as promised. The black keeps its black.\n\nI am 1.72 m and took M.',
  },
  {
    _id: 'other',
    productId: 'eko-boxy-tee',
    user: { _id: 'other' },
    userName: 'Oluwaseun-Temitope Adébáyọ̀-Williams',
    rating: 2,
    verified: false,
    createdAt: '2026-09-30T09:00:00.000Z',
    comment: 'Colour was off.',
  },
]

const OWN: Walk = [
  over({
    name: 'reviews/own-and-writing',
    proves: ['2.151', '2.157', '5.30', '9.22'],
    shows: [
      '3.0',
      'Based on 2 reviews',
      'Comment',
      'Submit',
      'Cancel',
      'October 2, 2026',
      'September 30, 2026',
      'Delete',
      'Error',
      'Please provide both rating and comment.',
    ],
    open: async (stage) => {
      await signIn(stage)
      await stage.respond('review/*', REVIEW_LIST)
      await visitReviews(stage)
      await stage.page.getByRole('button', { name: 'Edit Your Review' }).click()
      await stage.page.getByLabel('Comment').fill('')
      await stage.page.getByRole('button', { name: 'Submit' }).click()
      await saidInPassing(stage.page, 'Please provide both rating and comment.').waitFor()
    },
  }),
]

const FAILED: Walk = [
  over({
    name: 'reviews/loading',
    open: async (stage) => {
      await stage.hold('review/*')
      await visitReviews(stage)
      await stage.page.getByText('Loading reviews').waitFor({ state: 'attached' })
    },
  }),
  over({
    name: 'reviews/failed',
    open: async ({ page, release }) => {
      release()
      await page.getByText('Failed to load reviews').waitFor()
    },
  }),
  over({
    name: 'reviews/none',
    shows: ['Based on 0 reviews'],
    open: async ({ page, respond }) => {
      await respond('review/*', [])
      await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click()
      await page.getByText('No reviews yet. Be the first to write one.').waitFor()
    },
  }),
]

export const REVIEW_WALKS = [OWN, FAILED]
