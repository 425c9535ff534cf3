// Writes the software bill of materials in CycloneDX format to the given file, or else to stdout.
import { writeFileSync } from 'node:fs'
import { npmOutput } from './run-npm.mjs'

const [file] = process.argv.slice(2)
const sbom = npmOutput('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev')
if (!sbom.startsWith('{')) throw new Error(`npm did not write a list of packages:\n${sbom}`)
if (file === undefined) process.stdout.write(sbom)
else writeFileSync(file, sbom)
