// A few soft sounds, made here; off unless somebody wants them.
import { setting } from "./settings.js";

const NOTES = { move: [330], turn: [440, 554], end: [392, 494, 587] };
let air = null;

export function sound(name) {
  if (setting("sound") !== "on") return;
  air ??= new AudioContext();
  NOTES[name].forEach((pitch, n) => {
    const begin = air.currentTime + n * 0.12;
    const [voice, loudness] = [air.createOscillator(), air.createGain()];
    voice.type = "sine";
    voice.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.06, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.35);
    voice.connect(loudness).connect(air.destination);
    voice.start(begin);
    voice.stop(begin + 0.4);
  });
}
