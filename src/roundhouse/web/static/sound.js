// Synthesizes a few soft sounds. Browsers allow them only after the first click or key press.
import { setting } from "./settings.js";

// Of each sound its notes: when it starts (seconds), its pitch (Hz), how long it lasts (seconds).
const NOTES = {
  move: [[0, 220, 0.12]],
  turn: [
    [0, 440, 0.35],
    [0.12, 554, 0.45],
  ],
  // A steam whistle: two long blows of the same chord.
  end: [311, 370, 466, 554].flatMap((pitch) => [
    [0, pitch, 0.5],
    [0.6, pitch, 1.6],
  ]),
};
const LOUDNESS = { move: 0.08, turn: 0.05, end: 0.025 };
let audio = null;

export function playSound(name) {
  if (setting("sound") !== "on" || !(navigator.userActivation?.hasBeenActive ?? true)) return;
  audio ??= new AudioContext();
  for (const [delay, pitch, length] of NOTES[name]) {
    const start = audio.currentTime + delay;
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.type = name === "end" ? "triangle" : "sine";
    oscillator.frequency.setValueAtTime(name === "end" ? pitch * 0.97 : pitch, start);
    oscillator.frequency.linearRampToValueAtTime(pitch, start + 0.08);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(LOUDNESS[name], start + 0.02);
    gain.gain.setValueAtTime(LOUDNESS[name], start + length * 0.6);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}
