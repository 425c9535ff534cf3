import '#ui/form/schema-without-eval.ts'
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadForNewVersion } from './data/new-version.ts'
import { registerServiceWorker } from './data/service-worker.ts'

const root = document.getElementById('admin')
if (root === null) throw new Error('The document has no place for the admin.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

reloadForNewVersion()
addEventListener('load', () => void registerServiceWorker().catch(() => {}))
