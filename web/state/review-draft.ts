import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

/** A review that was started and not sent yet. */
export type ReviewDraft = { rating: number; comment: string }

type Stored = { drafts: Readonly<Record<string, ReviewDraft>> }
type ReviewDrafts = Stored & {
  save: (key: string, draft: ReviewDraft) => void
  forget: (key: string) => void
}

/** Identifies a draft by author and product: nobody is shown what another member started. */
export function draftKey(writerId: string, productId: string): string {
  return `${writerId} ${productId}`
}

/** Drafts by `draftKey`, for this tab: an ended session must not lose what was written. */
export const useReviewDraft = create<ReviewDrafts>()(
  persist(
    (set) => ({
      drafts: {},
      save: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
      forget: (key) =>
        set(({ drafts }) => {
          const { [key]: _, ...others } = drafts
          return { drafts: others }
        }),
    }),
    stored<ReviewDrafts, Stored>({
      name: 'review-draft',
      isOfTab: true,
      partialize: ({ drafts }) => ({ drafts }),
      parse: (value) => ({
        drafts:
          isRecord(value) && isRecord(value.drafts)
            ? Object.fromEntries(Object.entries(value.drafts).filter(isDraftEntry))
            : {},
      }),
    }),
  ),
)

function isDraftEntry(entry: [string, unknown]): entry is [string, ReviewDraft] {
  const [, draft] = entry
  return isRecord(draft) && typeof draft.rating === 'number' && typeof draft.comment === 'string'
}
