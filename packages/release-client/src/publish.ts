/** What publishing needs on the side of the team: a folder that holds a build, the key that signs it, and the calls. In Node alone. */
export { openBuildFolder, originOf, type BuildFolder } from './build-folder.ts';
export { inspectBuild, isRead } from './inspect-build.ts';
export { integrityOf } from './integrity.ts';
export { sendBuild } from './send-build.ts';
export {
  parseDescriptor,
  signBuild,
  signedText,
  signingKey,
  verifySignature,
  type PublicKey,
  type SigningKey,
} from './signing.ts';
export { openStockFolder } from './stock-build.ts';
export { readTypesAbout, TYPES_FOLDER, writeTypes, type TypesAbout } from './write-types.ts';
