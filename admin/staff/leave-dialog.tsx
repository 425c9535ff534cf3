import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** Asks before what was packed without a network is wiped with the rest. */
export function LeaveDialog({
  count,
  isOpen,
  isBusy,
  onClose,
  onLeave,
}: {
  count: number
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onLeave: () => void
}) {
  return (
    <Dialog title="Sign out here" size="sm" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-5">
        <p className="notice p-4 font-semibold">
          {count === 1
            ? 'The shop does not know yet that 1 order was packed here. Signing out wipes that: it is to be packed again.'
            : `The shop does not know yet that ${count} orders were packed here. Signing out wipes that: they are to be packed again.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onClose}>Stay</Button>
          <Button variant="secondary" isBusy={isBusy} onClick={onLeave}>
            Sign out
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
