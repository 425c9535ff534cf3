import { Gauge, type Registry } from 'prom-client'

/** Shop-wide figures, the same whichever process serves them. */
const FIGURES = {
  orders_pending: 'Orders that wait for their payment.',
  held_units: 'Pieces that pending orders hold.',
  holds_overdue: 'Pending orders whose hold has ended and that nobody has looked at since.',
  hold_overdue_seconds: 'For how long the oldest of them has.',
  products_half_held:
    'Products of which more than half of what could be sold is held: somebody may be hoarding.',
  orders_needing_review:
    'Orders with an open review. Late payments, slow refunds and mails are in "orders issues" alone.',
  provider_events_unsettled: "The provider's events that are kept but not settled.",
  provider_event_oldest_seconds: 'Age of the oldest of them.',
  refunds_open: 'Refunds that are owed or under way.',
  refunds_stuck: 'Refunds that the provider refused: a person must look.',
  mails_unsent: 'Mails that are owed.',
  mail_oldest_seconds: 'Age of the oldest of them.',
  mails_given_up: 'Mails that could not be delivered and were given up in the last 7 days.',
}

/** Counts, and ages in seconds (0 when there is none); server/shop-figures reads them. */
export type Figures = Record<keyof typeof FIGURES, number>

/** Returns what sets them before each request: undefined if the database is down. */
export function addShopFigures(registry: Registry): (figures: Figures | undefined) => void {
  const registers = [registry]
  const isDatabaseUp = new Gauge({
    name: 'jara_database_up',
    help: '1 when the database answered this reading.',
    registers,
  })
  const gauges = Object.entries(FIGURES).map(([figure, help]) => ({
    figure: figure as keyof Figures,
    gauge: new Gauge({ name: `jara_${figure}`, help, registers }),
  }))
  return (figures) => {
    isDatabaseUp.set(figures === undefined ? 0 : 1)
    for (const { figure, gauge } of gauges) {
      if (figures === undefined) gauge.reset()
      else gauge.set(figures[figure])
    }
  }
}
