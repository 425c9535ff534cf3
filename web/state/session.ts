import { useRecentlyViewed } from './recently-viewed.ts'
import { createStored, hasTexts, readStored } from './stored.ts'

export type SessionUser = { id: string; fullName: string; email?: string }

type Stored = { token: string | null; user: SessionUser | null }
type Session = {
  signIn: (token: string, user: SessionUser) => void
  setUser: (user: SessionUser) => void
  /** Ends the session here. Cart and wishlist stay; what was viewed and searched for is cleared for the next person. */
  signOut: () => void
}

export const useSession = createStored<Stored, Session>({
  name: 'session',
  parse: ({ token, user }) => {
    if (typeof token !== 'string' || !isUser(user)) return { token: null, user: null }
    const { id, fullName, email } = user
    return { token, user: { id, fullName, ...(typeof email === 'string' ? { email } : {}) } }
  },
  actions: (set) => ({
    signIn: (token, user) => set({ token, user }),
    setUser: (user) => set({ user }),
    signOut: () => {
      set({ token: null, user: null })
      useRecentlyViewed.setState({ ids: [], searches: [] })
    },
  }),
})

const isUser = (value: unknown): value is SessionUser => hasTexts(value, 'id', 'fullName')

export function readStoredToken(): string | null {
  return readStored(useSession).token
}
