import { globSync, readFileSync } from 'node:fs'

const OPENS_DATABASE = /openTestShop|openFreshDatabase|openPaymentScene|openBackupScene/

/** The tests of the shop's behaviour on its database. */
export function databaseTests() {
  return globSync('server/**/*.test.ts').filter((file) => OPENS_DATABASE.test(readFileSync(file, 'utf8')))
}
