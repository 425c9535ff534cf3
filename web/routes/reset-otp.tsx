import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/reset-otp')({
  head: () => ({ meta: [{ title: pageTitle('Enter reset code') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Enter reset code</h1>
    </div>
  ),
})
