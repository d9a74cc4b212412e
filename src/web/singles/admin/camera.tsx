// Reads the codes of sleeves and labels with the camera, in browsers that can recognize codes.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type Detectors = { BarcodeDetector?: new () => Detector };

/** Whether this browser can recognize codes. */
export function hasCodeReader(): boolean {
  return 'BarcodeDetector' in window && 'mediaDevices' in navigator;
}

const POLL_EVERY_MS = 250;

/** Shows the camera's picture, and calls `onCode` for each code that comes into view, once while it stays. */
export function Camera({
  onCode,
  onClose,
}: {
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const said = useRef(onCode);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    said.current = onCode;
  });
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = async () => {
      const { BarcodeDetector: Reader } = window as Detectors;
      const detector = new Reader!();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop(stream);
      const picture = video.current!;
      picture.srcObject = stream;
      await picture.play();
      let inView = new Set<string>();
      const read = async () => {
        const codes = new Set((await detector.detect(picture)).map(({ rawValue }) => rawValue));
        if (isOver) return;
        for (const code of codes) if (!inView.has(code)) said.current(code);
        inView = codes;
        timer = setTimeout(() => void read().catch(fail), POLL_EVERY_MS);
      };
      await read();
    };
    const fail = () => {
      if (!isOver)
        setProblem('The camera can’t be used. Allow it for this page, or type the numbers.');
    };
    void begin().catch(fail);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop(stream);
    };
  }, []);
  return (
    <div className="grid gap-3">
      {problem === null ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- The camera's picture has no sound.
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera"
          className="w-full rounded-control bg-surface-3"
        />
      ) : (
        <Banner>{problem}</Banner>
      )}
      <div>
        <Button variant="secondary" onClick={onClose}>
          Close the camera
        </Button>
      </div>
    </div>
  );
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
