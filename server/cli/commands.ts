import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import type { AddCommand } from './command.ts'
import { addImport } from './import.ts'
import { addOrders } from './orders.ts'
import { addPayments } from './payments.ts'
import { addPerson } from './person.ts'
import { addProducts } from './products.ts'
import { addRestore } from './restore.ts'
import { addStock } from './stock.ts'

/** All commands of `npm run shop`. */
export const COMMANDS: readonly AddCommand[] = [
  addImport,
  addProducts,
  addOrders,
  addStock,
  addPayments,
  addPerson,
  addAudit,
  addBackup,
  addRestore,
]
