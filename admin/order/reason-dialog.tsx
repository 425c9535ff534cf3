import { useState } from 'react'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { actReason } from '#shared/contract/admin/route.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ReasonField } from './reason-field.tsx'

/** Asks for the reason of an act that changes what an order is, and says what it changes. */
export function ReasonDialog({
  title,
  change,
  verb,
  isOpen,
  isBusy,
  onClose,
  onReason,
}: {
  title: string
  /** Before → after. */
  change: string
  verb: string
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onReason: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  useUnsaved(isOpen && reason.trim() !== '')
  const [isChecked, setChecked] = useState(false)
  const problem = actReason.safeParse(reason).error?.issues[0]?.message
  return (
    <Dialog title={title} size="sm" isOpen={isOpen} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (problem === undefined) onReason(reason.trim())
        }}
      >
        <p className="notice p-4 font-semibold">{change}</p>
        <ReasonField value={reason} onChange={setReason} error={isChecked ? problem : undefined} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isBusy}>
            {verb}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
