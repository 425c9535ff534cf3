import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/login')({
  head: () => ({ meta: [{ title: pageTitle('Login') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Login</h1>
    </div>
  ),
})
