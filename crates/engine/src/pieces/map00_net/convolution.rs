//! A small residual convolutional network: a 3x3 convolution, residual blocks of two 3x3 convolutions, global sum and max
//! pooling, one hidden layer, one output. Two of its biases are conditional: each kind of question adds numbers of its own.
//!
//! Multiply-add is fused where the processor has it and rounds twice where it has not (wasm32), so outputs differ between
//! such builds in the last bits (docs/decisions/0007).

use wide::f32x8;

/// Input planes.
pub const SHOWN: usize = 8;
/// Channels of the convolutions.
const WIDTH: usize = 16;
/// Residual blocks.
const BLOCKS: usize = 3;
/// Units of the hidden layer.
const HIDDEN: usize = 32;
/// Unit of sum pooling, as in training.
const SUM_UNIT: f32 = 64.0;
/// Cells of a row that are computed together: their accumulators stay in registers.
const TOGETHER: usize = 5;

/// A 3x3 convolution: for each of nine neighbours, weights from each input channel to each output channel.
#[derive(Clone, PartialEq, Debug)]
struct Convolution<const IN: usize> {
    weights: Vec<[[f32x8; 2]; IN]>,
    bias: [f32x8; 2],
}

/// The network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// The conditional biases, one set for each kind of question.
    kinds: Vec<Kind>,
    blocks: Vec<[Convolution<WIDTH>; 2]>,
    hidden: Vec<[f32; 2 * WIDTH]>,
    output: Vec<f32>,
    output_bias: f32,
}

/// The parts with conditional biases. The weights of the first convolution are the same for all kinds.
#[derive(Clone, PartialEq, Debug)]
struct Kind {
    first: Convolution<SHOWN>,
    hidden_bias: [f32; HIDDEN],
}

/// A feature map with zero padding around it.
#[derive(Clone, Debug)]
pub struct Sheet<const N: usize> {
    rows: usize,
    cols: usize,
    stride: usize,
    cells: Vec<[f32; N]>,
}

impl<const N: usize> Sheet<N> {
    /// A feature map of zeros.
    pub fn new(rows: usize, cols: usize) -> Self {
        let stride = cols.next_multiple_of(TOGETHER) + 2;
        Self { rows, cols, stride, cells: vec![[0.0; N]; stride * (rows + 2)] }
    }

    /// The channels of a cell.
    pub fn at(&mut self, row: usize, col: usize) -> &mut [f32; N] {
        &mut self.cells[(row + 1) * self.stride + col + 1]
    }
}

impl<const IN: usize> Convolution<IN> {
    /// Weights in PyTorch's order: output channel, input channel, row, column; then the biases.
    fn read(numbers: &mut impl Iterator<Item = f32>) -> Option<Self> {
        let mut weights = vec![[[0.0; WIDTH]; IN]; 9];
        for to in 0..WIDTH {
            for from in 0..IN {
                for neighbour in &mut weights {
                    neighbour[from][to] = numbers.next()?;
                }
            }
        }
        let weights = weights.into_iter().map(|neighbour| neighbour.map(vectors)).collect();
        Some(Self { weights, bias: vectors(next(numbers)?) })
    }

    /// Convolution, residual connection (`around`) if there is one, ReLU.
    fn apply(&self, input: &Sheet<IN>, around: Option<&Sheet<WIDTH>>, output: &mut Sheet<WIDTH>) {
        let stride = input.stride;
        for row in 0..input.rows {
            for col in (0..input.cols).step_by(TOGETHER) {
                // Five variables, not an array: only then the compiler keeps the accumulators in registers.
                let [mut a, mut b, mut c, mut d, mut e] = [self.bias; TOGETHER];
                for (neighbour, weights) in self.weights.iter().enumerate() {
                    let from = (row + neighbour / 3) * stride + col + neighbour % 3;
                    let Some(cells) = input.cells[from..].first_chunk::<TOGETHER>() else { continue };
                    for (number, weights) in weights.iter().enumerate() {
                        a = add(a, cells[0][number], weights);
                        b = add(b, cells[1][number], weights);
                        c = add(c, cells[2][number], weights);
                        d = add(d, cells[3][number], weights);
                        e = add(e, cells[4][number], weights);
                    }
                }
                let sums = [a, b, c, d, e];
                let at = (row + 1) * stride + col + 1;
                for (i, sums) in sums.iter().enumerate().take(input.cols - col) {
                    let cell = &mut output.cells[at + i];
                    cell[..8].copy_from_slice(sums[0].as_array());
                    cell[8..].copy_from_slice(sums[1].as_array());
                    if let Some(around) = around {
                        for (sum, other) in cell.iter_mut().zip(&around.cells[at + i]) {
                            *sum += other;
                        }
                    }
                    for sum in cell {
                        *sum = sum.max(0.0);
                    }
                }
            }
        }
    }
}

/// Adds an input times its weights: fused multiply-add where the processor has it.
#[inline(always)]
fn add([low, high]: [f32x8; 2], number: f32, weights: &[f32x8; 2]) -> [f32x8; 2] {
    let number = f32x8::splat(number);
    [number.mul_add(weights[0], low), number.mul_add(weights[1], high)]
}

/// The next numbers; `None` when there are too few.
fn next<const N: usize>(numbers: &mut impl Iterator<Item = f32>) -> Option<[f32; N]> {
    let mut taken = [0.0; N];
    for number in &mut taken {
        *number = numbers.next()?;
    }
    Some(taken)
}

fn vectors(numbers: [f32; WIDTH]) -> [f32x8; 2] {
    let (eights, _) = numbers.as_chunks::<8>();
    [f32x8::from(eights[0]), f32x8::from(eights[1])]
}

impl Kind {
    /// Adds conditional biases: those of the first convolution, then those of the hidden layer.
    fn read(mut self, numbers: &mut impl Iterator<Item = f32>) -> Option<Self> {
        for (bias, more) in self.first.bias.iter_mut().zip(vectors(next(numbers)?)) {
            *bias += more;
        }
        for (bias, more) in self.hidden_bias.iter_mut().zip(next::<HIDDEN>(numbers)?) {
            *bias += more;
        }
        Some(self)
    }
}

impl Network {
    /// Reads weights as little-endian 32-bit floats: those of the network, then the conditional biases of each kind. Without
    /// these there is one kind, which adds nothing. `None` for any other number of weights.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|number| f32::from_le_bytes(*number)).peekable();
        let first = Convolution::read(&mut numbers)?;
        let mut blocks = vec![];
        for _ in 0..BLOCKS {
            blocks.push([Convolution::read(&mut numbers)?, Convolution::read(&mut numbers)?]);
        }
        let mut hidden = vec![[0.0; 2 * WIDTH]; HIDDEN];
        for weight in hidden.as_flattened_mut() {
            *weight = numbers.next()?;
        }
        let plain = Kind { first, hidden_bias: next(&mut numbers)? };
        let output = next::<HIDDEN>(&mut numbers)?.to_vec();
        let output_bias = numbers.next()?;
        let mut kinds = vec![];
        while numbers.peek().is_some() {
            kinds.push(plain.clone().read(&mut numbers)?);
        }
        if kinds.is_empty() {
            kinds.push(plain);
        }
        rest.is_empty().then_some(Self { kinds, blocks, hidden, output, output_bias })
    }

    /// The number of kinds of questions.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The output for input planes and a kind of question, counted from 0.
    pub fn value(&self, shown: &Sheet<SHOWN>, kind: usize) -> f32 {
        let Kind { first, hidden_bias } = &self.kinds[kind];
        let sheet = || Sheet::<WIDTH>::new(shown.rows, shown.cols);
        let (mut now, mut between, mut next) = (sheet(), sheet(), sheet());
        first.apply(shown, None, &mut now);
        for [one, two] in &self.blocks {
            one.apply(&now, None, &mut between);
            two.apply(&between, Some(&now), &mut next);
            std::mem::swap(&mut now, &mut next);
        }
        let mut pooled = [0.0_f32; 2 * WIDTH];
        let (sums, most) = pooled.split_at_mut(WIDTH);
        for cell in &now.cells {
            for ((sum, most), number) in sums.iter_mut().zip(&mut *most).zip(cell) {
                *sum += number / SUM_UNIT;
                *most = most.max(*number);
            }
        }
        let mut value = self.output_bias;
        for ((weights, bias), output) in self.hidden.iter().zip(hidden_bias).zip(&self.output) {
            let sum: f32 = weights.iter().zip(&pooled).map(|(weight, number)| weight * number).sum();
            value += (sum + bias).max(0.0) * output;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Source, SplitMix};

    const WEIGHTS: usize =
        (SHOWN + 2 * BLOCKS * WIDTH) * 9 * WIDTH + (1 + 2 * BLOCKS) * WIDTH + HIDDEN * (2 * WIDTH + 2) + 1;

    /// Conditional biases of a kind.
    const KIND: usize = WIDTH + HIDDEN;

    fn numbers(count: usize, source: &mut SplitMix) -> Vec<f32> {
        (0..count).map(|_| source.below(2001) as f32 / 10_000.0 - 0.1).collect()
    }

    fn bytes(weights: &[f32]) -> Vec<u8> {
        weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// Random input planes, also as [cell][channel].
    fn a_sheet(rows: usize, cols: usize, source: &mut SplitMix) -> (Sheet<SHOWN>, Vec<Vec<f32>>) {
        let shown: Vec<Vec<f32>> = (0..rows * cols).map(|_| numbers(SHOWN, source)).collect();
        let mut sheet = Sheet::new(rows, cols);
        for (cell, shown) in shown.iter().enumerate() {
            sheet.at(cell / cols, cell % cols).copy_from_slice(shown);
        }
        (sheet, shown)
    }

    /// The obvious convolution: [cell][channel].
    fn obvious(weights: &[f32], from: usize, input: &[Vec<f32>], (rows, cols): (usize, usize)) -> Vec<Vec<f32>> {
        let (weights, bias) = weights.split_at(WIDTH * from * 9);
        let at = |row: usize, col: usize, number: usize| {
            // Rows and columns are counted from the padding.
            let is_inside = (1..=rows).contains(&row) && (1..=cols).contains(&col);
            if is_inside { input[(row - 1) * cols + col - 1][number] } else { 0.0 }
        };
        let sum = |row: usize, col: usize, to: usize| {
            let part = |i: usize| weights[to * from * 9 + i] * at(row + i % 9 / 3, col + i % 3, i / 9);
            bias[to] + (0..from * 9).map(part).sum::<f32>()
        };
        (0..rows * cols).map(|cell| (0..WIDTH).map(|to| sum(cell / cols, cell % cols, to)).collect()).collect()
    }

    /// The obvious network.
    fn obvious_value(mut weights: &[f32], shown: &[Vec<f32>], size: (usize, usize)) -> f32 {
        let mut take = |count: usize| weights.split_off(..count).expect("as many as there are");
        let rectified = |cells: Vec<Vec<f32>>| -> Vec<Vec<f32>> {
            cells.into_iter().map(|cell| cell.into_iter().map(|x| x.max(0.0)).collect()).collect()
        };
        let mut now = rectified(obvious(take((SHOWN * 9 + 1) * WIDTH), SHOWN, shown, size));
        for _ in 0..BLOCKS {
            let between = rectified(obvious(take((WIDTH * 9 + 1) * WIDTH), WIDTH, &now, size));
            let mut next = obvious(take((WIDTH * 9 + 1) * WIDTH), WIDTH, &between, size);
            for (next, now) in next.iter_mut().flatten().zip(now.iter().flatten()) {
                *next += now;
            }
            now = rectified(next);
        }
        let sum = |number: usize| now.iter().map(|cell| cell[number]).sum::<f32>() / SUM_UNIT;
        let most = |number: usize| now.iter().map(|cell| cell[number]).fold(0.0, f32::max);
        let pooled: Vec<f32> = (0..WIDTH).map(sum).chain((0..WIDTH).map(most)).collect();
        let (hidden, bias, output) = (take(HIDDEN * 2 * WIDTH), take(HIDDEN), take(HIDDEN));
        let unit = |i: usize| hidden[i * 2 * WIDTH..][..2 * WIDTH].iter().zip(&pooled).map(|(w, x)| w * x).sum::<f32>();
        take(1)[0] + (0..HIDDEN).map(|i| (unit(i) + bias[i]).max(0.0) * output[i]).sum::<f32>()
    }

    #[test]
    fn it_computes_what_the_obvious_loops_compute() {
        let mut source = SplitMix::new(3);
        for (rows, cols) in [(1, 1), (2, 5), (4, 7), (15, 17)] {
            let weights = numbers(WEIGHTS, &mut source);
            let network = Network::from_bytes(&bytes(&weights)).expect("as many as it has");
            let (sheet, shown) = a_sheet(rows, cols, &mut source);
            let (quick, slow) = (network.value(&sheet, 0), obvious_value(&weights, &shown, (rows, cols)));
            assert!((quick - slow).abs() < 1e-4, "{rows}x{cols}: {quick}, not {slow}");
        }
    }

    #[test]
    fn a_kind_is_a_network_with_other_biases() {
        let mut source = SplitMix::new(5);
        let weights = numbers(WEIGHTS, &mut source);
        let more: Vec<Vec<f32>> = (0..2).map(|_| numbers(KIND, &mut source)).collect();
        let network = Network::from_bytes(&bytes(&[weights.clone(), more.concat()].concat())).expect("two kinds");
        let (sheet, _) = a_sheet(4, 7, &mut source);
        for (kind, more) in more.iter().enumerate() {
            let mut weights = weights.clone();
            let first = SHOWN * 9 * WIDTH;
            let hidden = WEIGHTS - 1 - 2 * HIDDEN;
            for (at, more) in (first..first + WIDTH).chain(hidden..hidden + HIDDEN).zip(more) {
                weights[at] += more;
            }
            let alone = Network::from_bytes(&bytes(&weights)).expect("as many as it has");
            assert_eq!(network.value(&sheet, kind), alone.value(&sheet, 0));
        }
        assert_ne!(network.value(&sheet, 0), network.value(&sheet, 1));
    }

    #[test]
    fn too_few_or_too_many_weights_are_no_network() {
        let weights = |count: usize| bytes(&vec![0.0; count]);
        let kinds = |bytes: &[u8]| Network::from_bytes(bytes).map(|network| network.kinds());
        let counts = [WEIGHTS - 1, WEIGHTS, WEIGHTS + 1, WEIGHTS + KIND, WEIGHTS + 4 * KIND, WEIGHTS + 4 * KIND + 1];
        assert_eq!(counts.map(|count| kinds(&weights(count))), [None, Some(1), None, Some(1), Some(4), None]);
        assert_eq!(kinds(&weights(WEIGHTS)[1..]), None);
        assert_eq!(kinds(&[]), None);
    }
}
