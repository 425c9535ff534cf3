import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { importCommand } from './import.ts'
import { ordersCommand } from './orders.ts'
import { paymentsCommand } from './payments.ts'
import { personCommand } from './person.ts'
import { productsCommand } from './products.ts'
import { restoreCommand } from './restore.ts'
import { stockCommand } from './stock.ts'

/** All commands of `npm run shop`. */
export const COMMANDS: readonly Command[] = [
  importCommand,
  productsCommand,
  ordersCommand,
  stockCommand,
  paymentsCommand,
  personCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
]
