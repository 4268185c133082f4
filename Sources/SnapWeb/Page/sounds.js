// Four sounds, made as they are needed. Each has a caption, for whoever does not hear it.
import { preferences } from "./preferences.js";

let context = null;
let noise = null;

/** Browsers let sound out only after a first press. Opening the device can take long: the press itself does not wait for it. */
function wake() {
  if (!preferences().sound || typeof AudioContext === "undefined" || context?.state === "running") return;
  setTimeout(() => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  }, 30);
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true, passive: true });

function hiss() {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

function envelope(start, peak, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, peak), start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  return gain;
}

function brush(after, peak, length, frequency) {
  const start = context.currentTime + after;
  const source = context.createBufferSource(), filter = context.createBiquadFilter();
  source.buffer = hiss();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = 0.9;
  source.connect(filter).connect(envelope(start, peak, length));
  source.start(start);
  source.stop(start + length);
}

function tone(after, peak, length, frequency, type = "sine") {
  const start = context.currentTime + after;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = frequency;
  source.connect(envelope(start, peak, length));
  source.start(start);
  source.stop(start + length);
}

const sounds = {
  deal: { caption: "shuffling of cards", play: (loud) => { for (let each = 0; each < 20; each += 1) brush(each * 0.1, 0.35 * loud, 0.07, 2300 + (each % 3) * 300); } },
  turn: { caption: "card", play: (loud) => { brush(0, 0.7 * loud, 0.06, 1800); brush(0.05, 0.9 * loud, 0.05, 700); } },
  wrong: { caption: "buzz", play: (loud) => { tone(0, 0.3 * loud, 0.22, 175, "sawtooth"); tone(0.16, 0.3 * loud, 0.4, 131, "sawtooth"); } },
  correct: { caption: "chime", play: (loud) => { [523, 659, 784, 1047].forEach((note, place) => tone(place * 0.08, 0.35 * loud, 0.4, note, "triangle")); } },
};

/** Plays it if sounds are on; gives its caption, or null where nothing is to be heard. */
export function play(name) {
  const { sound, volume } = preferences();
  if (!sound || volume === 0) return null;
  if (context?.state === "running") sounds[name].play((volume / 100) ** 2);
  return sounds[name].caption;
}
