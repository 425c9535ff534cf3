import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useRecentlyViewed } from './recently-viewed.ts'
import { isRecord, readStored, stored } from './stored.ts'

export type SessionUser = { id: string; fullName: string; email?: string }

type Stored = { token: string | null; user: SessionUser | null }
type Session = Stored & {
  signIn: (token: string, user: SessionUser) => void
  setUser: (user: SessionUser) => void
  /** Ends the session here. Cart and wishlist stay; the viewed products are cleared for the next person. */
  signOut: () => void
}

export const useSession = create<Session>()(
  persist(
    (set) => ({
      token: null,
      user: null,
      signIn: (token, user) => set({ token, user }),
      setUser: (user) => set({ user }),
      signOut: () => {
        set({ token: null, user: null })
        useRecentlyViewed.setState({ ids: [] })
      },
    }),
    stored<Session, Stored>({
      name: 'session',
      partialize: ({ token, user }) => ({ token, user }),
      parse: (value) => {
        if (!isRecord(value) || typeof value.token !== 'string' || !isRecord(value.user))
          return { token: null, user: null }
        const { id, fullName, email } = value.user
        if (typeof id !== 'string' || typeof fullName !== 'string') return { token: null, user: null }
        return { token: value.token, user: { id, fullName, ...(typeof email === 'string' ? { email } : {}) } }
      },
    }),
  ),
)

export function readStoredToken(): string | null {
  return readStored(useSession).token
}
