import { createFolderStore, type PictureStore } from './picture-store.ts'
import { createS3Store, type S3Bucket } from './s3-store.ts'

/** Opens the bucket if one is configured, otherwise the folder. */
export function openPictureStore(folder: string, bucket: S3Bucket | undefined): PictureStore {
  return bucket === undefined ? createFolderStore(folder) : createS3Store(bucket)
}
