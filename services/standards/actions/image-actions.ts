/**
 * Handlers of the images of a standard: upload with its admission, list, download, and the internal action by which
 * projects reads an image of a sealed revision.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import {
  MAX_BYTES_PER_IMAGE,
  MAX_IMAGE_BYTES_PER_STANDARD,
  type standardImageEndpoints,
} from '../../../shared/contracts/standards/images.ts';
import { sha256 } from '../../../shared/hash.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { imageMarkdownOf, imageNameOf, imageReference } from '../../../shared/markup/image-references.ts';
import { findImageFault, imageTypeOf } from '../images/image-content.ts';
import type { StandardImageRecord } from '../images/repository.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardResources } from '../standard/access.ts';
import { ReadableImages } from './readable-images.ts';

type ImageView = Infer<(typeof standardImageEndpoints)['standards.images.upload']['returns']>;

export const standardImageActions = (
  service: StandardsService,
): Handlers<typeof standardImageEndpoints, StandardResources> => {
  const { connection, images, standards, svgChecker, assertWithinQuota } = service;
  const readable = new ReadableImages(service);
  return {
    'standards.images.admit': async (_params, _ctx, standard) => ({ standard_id: standard._id }),

    async 'standards.sealedImage'({ revision_id, name }) {
      const image = await readable.findInSealed(revision_id, name);
      if (!image) return { image: null };
      const content = (await images.read(image)).toString('base64');
      return { image: { media_type: image.media_type, content } };
    },

    async 'standards.images.upload'({ id, files }, ctx, standard) {
      const [part] = files;
      const type = imageTypeOf(part?.mime_type ?? '');
      if (!part || !type)
        throw apiErrorAt(
          'VALIDATION_ERROR',
          'files[0]',
          'Send a PNG, a JPEG or an SVG, declared as image/png, image/jpeg or image/svg+xml.',
        );
      const bytes = Buffer.from(part.content, 'base64');
      if (bytes.length > MAX_BYTES_PER_IMAGE)
        throw apiError('PAYLOAD_TOO_LARGE', `An image may have at most ${MAX_BYTES_PER_IMAGE} bytes.`);
      const fault = await findImageFault(bytes, type, svgChecker, ctx);
      if (fault !== null) throw apiErrorAt('VALIDATION_ERROR', 'files[0]', `The image ${fault}.`);
      const hash = sha256(bytes);
      const name = imageNameOf(part.name, hash, type.extension);
      const existing = await images.find(id, name);
      if (existing) {
        ctx.markUnchanged();
        return { ...presentImage(existing), created: false };
      }
      await assertWithinQuota(standard, bytes.length, ctx);
      const image = {
        name,
        sha256: hash,
        media_type: type.mediaType,
        bytes: bytes.length,
        uploaded_by: ctx.account.id,
        created_at: new Date(),
      };
      try {
        return await inTransaction(connection, async (session) => {
          const current = await standards.find(id, session);
          if (!current) throw notFound();
          const used = await images.add(session, current, image, bytes);
          if (used > MAX_IMAGE_BYTES_PER_STANDARD)
            throw apiError(
              'QUOTA_EXCEEDED',
              `The images of a standard may have at most ${MAX_IMAGE_BYTES_PER_STANDARD} bytes. Make them smaller, or divide the standard.`,
              { metadata: { limit: MAX_IMAGE_BYTES_PER_STANDARD, used } },
            );
          const entry = {
            resource: { type: 'standard', id },
            details: { image: name, bytes: bytes.length, sha256: hash },
          };
          return ctx.finish(session, entry, { ...presentImage(image), created: true });
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        ctx.markUnchanged();
        return { ...presentImage(image), created: false };
      }
    },

    async 'standards.images.list'({ id, revisionId }, ctx, standard) {
      const mentioned = await readable.find(standard, revisionId, ctx);
      const own =
        revisionId === undefined && (await readable.seesDraft(standard, ctx)) ? ctx.account.id : null;
      const shown = (await images.listOf(id)).filter(
        ({ name, uploaded_by }) => mentioned.has(name) || (own !== null && uploaded_by === own),
      );
      const rows = shown.map((image) => ({ ...presentImage(image), mentioned: mentioned.has(image.name) }));
      return { images: rows, total: rows.length };
    },

    async 'standards.images.get'({ id, name, revisionId }, ctx, standard) {
      const shown = await readable.find(standard, revisionId, ctx);
      const image = shown.has(name) ? await images.find(id, name) : null;
      if (!image) throw notFound();
      ctx.revalidate(image.sha256);
      const bytes = await images.read(image);
      return { bytes: bytes.toString('base64'), name, mime_type: image.media_type };
    },
  };
};

const presentImage = ({
  name,
  media_type,
  bytes,
  sha256: hash,
}: Omit<StandardImageRecord, '_id' | 'standard_id' | 'subject_type' | 'subject_id'>): ImageView => ({
  name,
  reference: imageReference(name),
  markdown: imageMarkdownOf(name),
  media_type,
  bytes,
  sha256: hash,
});
