import { Link } from '@tanstack/react-router'
import { AuthScreen } from './auth-frame.tsx'
import { type CodeCall, CodeForm } from './code-form.tsx'
import { PendingCodeOnly } from './pending-code-only.tsx'

/** The screen where each kind of code is requested, and so where the address can be changed. */
const ASKED_AT = { verify_email: '/signup', reset_password: '/forgot-password' } as const

/** A screen for entering an emailed code: the purpose varies, the entry does not. */
export function CodeScreen<Result>({
  title,
  lead,
  ...code
}: CodeCall<Result> & { title: string; lead: string }) {
  const askedAt = ASKED_AT[code.purpose]
  return (
    <AuthScreen title={title} lead={lead}>
      <PendingCodeOnly purpose={code.purpose} otherwise={askedAt}>
        {(pending) => (
          <CodeForm
            {...code}
            pending={pending}
            changeAddress={
              <Link to={askedAt} className="link inline-flex min-h-11 items-center text-sm">
                Change email
              </Link>
            }
          />
        )}
      </PendingCodeOnly>
    </AuthScreen>
  )
}
