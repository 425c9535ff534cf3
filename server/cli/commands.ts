import { userInfo } from 'node:os'
import { addAlerts } from './alerts.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import type { AddCommand } from './command.ts'
import { addImport } from './import.ts'
import { addOrders } from './orders.ts'
import { addPayments } from './payments.ts'
import { addPerson } from './person.ts'
import { addProducts } from './products.ts'
import { addRestore } from './restore.ts'
import { addStaff } from './staff.ts'
import { addStock } from './stock.ts'

/** All commands of `npm run shop`. */
export const COMMANDS: readonly AddCommand[] = [
  addImport,
  addProducts,
  addOrders,
  addStock,
  addPayments,
  addPerson,
  addStaff,
  addAlerts,
  addAudit,
  addBackup,
  addRestore,
]

/** The name of the system's account that runs this, or its number: a container may run under one that has no name. */
export function systemUser(readName = () => userInfo().username): string {
  try {
    return readName()
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
