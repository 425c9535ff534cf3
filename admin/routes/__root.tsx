import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router'
import { AdminFailed, AdminNotFound } from '#admin/chrome/failure.tsx'
import type { Api } from '#admin/data/api.ts'
import { ConfirmDialogWhenWanted } from '#admin/staff/confirm-dialog.tsx'
import { ToasterWhenWanted } from '#ui/toast/toaster-when-wanted.tsx'

export const Route = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({
  component: Root,
  errorComponent: AdminFailed,
  notFoundComponent: AdminNotFound,
})

function Root() {
  return (
    <>
      <HeadContent />
      <Outlet />
      <ConfirmDialogWhenWanted />
      <ToasterWhenWanted />
    </>
  )
}
