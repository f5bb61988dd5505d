"""Replay: any ply of a match or of an uploaded record, and playing on from there."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(include_in_schema=False)
