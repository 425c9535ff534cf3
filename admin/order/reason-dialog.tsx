import { useState } from 'react'
import { refundReason } from '#shared/contract/admin/refund.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

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
  const [isChecked, setChecked] = useState(false)
  const problem = refundReason.safeParse(reason).error?.issues[0]?.message
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
        <Field
          label="Reason"
          required
          error={isChecked ? problem : undefined}
          hint="Stays in the audit log. Name no shopper in it."
        >
          <TextInput
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
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
