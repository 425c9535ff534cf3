// Writes what the shop is made of, as CycloneDX, into the named file or, without one, to the output.
import { writeFileSync } from 'node:fs'
import { npm } from './npm.ts'

const [file] = process.argv.slice(2)
const sbom = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev')
if (!sbom.startsWith('{')) throw new Error(`npm wrote no list of packages:\n${sbom}`)
if (file === undefined) process.stdout.write(sbom)
else writeFileSync(file, sbom)
