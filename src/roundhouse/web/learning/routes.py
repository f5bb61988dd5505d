"""The routes of lessons, puzzles, reviews and rules."""

from roundhouse.web.learning import lesson_pages, puzzle_pages, review_pages, rules_pages

ROUTERS = [lesson_pages.router, rules_pages.router, puzzle_pages.router, review_pages.router]
