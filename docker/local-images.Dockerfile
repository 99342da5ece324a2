# Stand-ins for the base images of ../Dockerfile and ../docker-compose.yml, one target each, for a machine that reaches
# package registries but no image registry: `npm run dev -- local-images`. The context has the programs that the tests use.

# Debian as debootstrap makes it, with the packages that the stand-ins need and the certificates of this machine.
FROM css-local/debian:bookworm AS debian
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates haproxy libcurl4 libstdc++6 python3-pip wget \
  && rm -rf /var/lib/apt/lists/*
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV PIP_BREAK_SYSTEM_PACKAGES=1 PIP_CERT=/etc/ssl/certs/ca-certificates.crt

FROM debian AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt

FROM debian AS python

FROM debian AS mongo
COPY mongod /usr/local/bin/mongod
RUN groupadd --gid 999 --system mongodb && useradd --uid 999 --system --gid mongodb mongodb \
  && mkdir -p /data/db /data/configdb && chown -R mongodb:mongodb /data
VOLUME /data/db /data/configdb
CMD ["mongod"]

FROM scratch AS nats
COPY nats-server /nats-server
ENTRYPOINT ["/nats-server"]

FROM debian AS nats-alpine
COPY nats-server /usr/local/bin/nats-server
CMD ["nats-server"]

FROM debian AS redis
COPY redis-server /usr/local/bin/redis-server
RUN groupadd --gid 999 --system redis && useradd --uid 999 --system --gid redis redis
CMD ["redis-server"]

FROM debian AS versitygw
COPY versitygw /app/versitygw
ENTRYPOINT ["/app/versitygw"]

FROM debian AS haproxy
STOPSIGNAL SIGUSR1
USER haproxy
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]

# The C and C++ libraries and the certificates alone: no shell, no package manager.
FROM debian AS distroless-files
RUN mkdir -p /out/tmp /out/home/nonroot /out/etc \
  && cp --parents -L /lib64/ld-linux-x86-64.so.2 /etc/ssl/certs/ca-certificates.crt /etc/nsswitch.conf /out \
  && cd /lib/x86_64-linux-gnu \
  && mkdir -p /out/lib/x86_64-linux-gnu \
  && cp -L libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libnss_dns.so.2 libnss_files.so.2 \
    libgcc_s.so.1 /usr/lib/x86_64-linux-gnu/libstdc++.so.6 /out/lib/x86_64-linux-gnu \
  && printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' > /out/etc/passwd \
  && printf 'root:x:0:\nnonroot:x:65532:\n' > /out/etc/group \
  && chmod 1777 /out/tmp && chown 65532:65532 /out/home/nonroot

FROM scratch AS distroless
COPY --from=distroless-files /out /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
USER 65532
WORKDIR /home/nonroot
