"""The JSON API."""

from __future__ import annotations

from fastapi import APIRouter

ABOUT = "Railway board games."

router = APIRouter(prefix="/api")
