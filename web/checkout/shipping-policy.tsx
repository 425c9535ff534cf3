import { Dialog } from '#ui/overlay/dialog.tsx'

const POLICY = [
  {
    heading: 'Dispatch',
    sentences: [
      'We send orders by courier.',
      'Orders are dispatched within 1 working day after payment confirmation. Bank transfers are processed once the payment is verified.',
      'Orders placed before 12 PM in Lagos usually arrive the next business day.',
    ],
  },
  {
    heading: 'Delivery',
    sentences: [
      'Lagos orders are delivered within 1 working day after dispatch.',
      'Nationwide delivery takes about 2-5 business days.',
      'Please keep your phone close, so that the courier can reach you.',
    ],
  },
  {
    heading: 'Several orders',
    sentences: [
      'Separate orders are shipped and charged separately, so we recommend combining items into one order.',
    ],
  },
]

export function ShippingPolicy({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Shipping Policy" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-6">
        {POLICY.map(({ heading, sentences }) => (
          <section key={heading}>
            <h3 className="label text-xs">{heading}</h3>
            <ul className="mt-2 grid list-disc gap-2 pl-5 text-ink-soft marker:text-accent">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
