// Synthesizes a few soft sounds; off by default.
import { setting } from "./settings.js";

const NOTES = { move: [330], turn: [440, 554], end: [392, 494, 587] };
let audio = null;

export function playSound(name) {
  if (setting("sound") !== "on") return;
  audio ??= new AudioContext();
  NOTES[name].forEach((pitch, n) => {
    const startTime = audio.currentTime + n * 0.12;
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.type = "sine";
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(0, startTime);
    gain.gain.linearRampToValueAtTime(0.06, startTime + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, startTime + 0.35);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(startTime);
    oscillator.stop(startTime + 0.4);
  });
}
