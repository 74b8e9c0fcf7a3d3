# syntax=docker/dockerfile:1
FROM python:3.13-slim AS build

RUN python -m venv /venv
COPY requirements-run.lock /
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes \
    --requirement /requirements-run.lock


FROM python:3.13-slim

ENV PATH="/venv/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////app/state/podkeeper.db

RUN groupadd --gid 10001 podkeeper \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin podkeeper \
    && install --directory --owner=podkeeper --group=podkeeper /app/state

COPY --from=build /venv /venv
WORKDIR /app
COPY LICENSE ./
COPY data data
COPY bot bot
COPY cogs cogs
RUN python -m compileall -q bot cogs data

USER 10001:10001

# The whole folder: SQLite keeps files beside the database that belong to it.
VOLUME /app/state

STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=2 \
    CMD ["python", "-m", "bot.operations.heartbeat"]

ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
