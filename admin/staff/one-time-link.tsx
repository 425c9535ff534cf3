import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'

/** It was mailed too; a link that is sent on by a chat often arrives sooner. */
export function OneTimeLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <div role="status" className="notice mb-8 grid gap-3 p-4">
      <p>This link was mailed. It signs in once, within 24 hours, and is not shown again.</p>
      <p className="text-sm wrap-anywhere">{link}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copyText(link, 'Link copied', 'Copy this link')}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
