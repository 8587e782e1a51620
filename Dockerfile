# The image contains Node, its libraries, the program as JavaScript and the runtime dependencies: no shell, no package manager, no root.
# docker build --build-arg REVISION=$(git rev-parse HEAD) -t auctor .

FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Node comes from this image, so that the packages that contain it are not needed.
RUN npm ci --ignore-scripts --omit=dev --omit=optional \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) -delete
COPY . .
RUN node .ci/build.ts
# The final file system: what the program needs, by name.
RUN mkdir -p /root-fs/app /root-fs/usr/local/bin /root-fs/etc/auctor /root-fs/tmp /root-fs/var/lib/auctor \
  && cp -r node_modules dist bin package.json LICENSE /root-fs/app/ \
  && cp /usr/local/bin/node /root-fs/usr/local/bin/ \
  && ldd /usr/local/bin/node | grep -o '/lib[^ ]*' | xargs -I '{}' cp --parents -L '{}' /root-fs \
  && echo 'auctor:x:65532:65532::/var/lib/auctor:/none' >/root-fs/etc/passwd \
  && chmod 1777 /root-fs/tmp \
  && chown 65532:65532 /root-fs/var/lib/auctor

FROM scratch
ARG REVISION=""
LABEL org.opencontainers.image.title="auctor" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.revision=$REVISION
COPY --from=build /root-fs /
ENV NODE_ENV=production AUCTOR_CONFIG=/etc/auctor/auctor.yaml AUCTOR_DATA_DIR=/var/lib/auctor AUCTOR_REVISION=$REVISION
USER 65532:65532
WORKDIR /var/lib/auctor
# 8000: public; 6060: admin, on loopback unless admin_host and a token are set.
EXPOSE 8000 6060
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "/app/bin/health.js"]
ENTRYPOINT ["/usr/local/bin/node", "/app/bin/auctor.js"]
CMD ["start"]
