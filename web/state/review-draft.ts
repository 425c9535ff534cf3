import { createStored, isRecord } from './stored.ts'

/** A review that was started and not sent yet. */
export type ReviewDraft = { rating: number; comment: string }

type ReviewDrafts = {
  save: (key: string, draft: ReviewDraft) => void
  forget: (key: string) => void
}

/** Identifies a draft by author and product: nobody is shown what another member started. */
export function draftKey(writerId: string, productId: string): string {
  return `${writerId} ${productId}`
}

/** Drafts by `draftKey`, for this tab: an ended session must not lose what was written. */
export const useReviewDraft = createStored<{ drafts: Readonly<Record<string, ReviewDraft>> }, ReviewDrafts>({
  name: 'review-draft',
  isOfTab: true,
  parse: ({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(isRecord(drafts) ? drafts : {}).filter(isDraftEntry)),
  }),
  actions: (set) => ({
    save: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
    forget: (key) =>
      set(({ drafts }) => {
        const { [key]: _, ...others } = drafts
        return { drafts: others }
      }),
  }),
})

function isDraftEntry(entry: [string, unknown]): entry is [string, ReviewDraft] {
  const [, draft] = entry
  return isRecord(draft) && typeof draft.rating === 'number' && typeof draft.comment === 'string'
}
