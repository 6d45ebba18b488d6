//! A small multilayer perceptron: one hidden layer of ReLU units, one output, and a linear skip connection from every input
//! to the output. Most inputs are zero, and those cost nothing.

/// Hidden units.
pub const HIDDEN: usize = 32;

/// A network with `N` inputs.
///
/// ```
/// use landgrab_engine::mlp::Net;
///
/// let zeros = vec![0.0; Net::<3>::WEIGHTS];
/// let net = Net::<3>::from_weights(&zeros).expect("as many as it has");
/// assert_eq!(net.value(&[1.0, 2.0, 3.0]), 0.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Net<const N: usize> {
    /// From each input to each hidden unit.
    pub hidden: Vec<[f32; HIDDEN]>,
    /// From each hidden unit to the output.
    pub output: [f32; HIDDEN],
    /// The skip connection, from each input to the output.
    pub straight: Vec<f32>,
}

impl<const N: usize> Net<N> {
    /// The number of weights.
    pub const WEIGHTS: usize = N * HIDDEN + HIDDEN + N;

    /// The network with these weights, in the order of [`weights`](Self::weights); `None` for any other number of weights.
    pub fn from_weights(weights: &[f32]) -> Option<Self> {
        if weights.len() != Self::WEIGHTS {
            return None;
        }
        let (hidden, rest) = weights.as_chunks::<HIDDEN>().0.split_at(N);
        Some(Self { hidden: hidden.to_vec(), output: *rest.first()?, straight: weights[(N + 1) * HIDDEN..].to_vec() })
    }

    /// All weights: hidden, output, straight.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.hidden.iter().flatten().chain(&self.output).chain(&self.straight).copied()
    }

    /// Reads weights as little-endian 32-bit floats; `None` for any other number of bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let weights: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
        rest.is_empty().then(|| Self::from_weights(&weights)).flatten()
    }

    /// The sums of the hidden units before ReLU, and the skip connection's part of the output.
    #[inline]
    pub fn activate(&self, inputs: &[f32; N]) -> ([f32; HIDDEN], f32) {
        let (mut sums, mut straight) = ([0.0; HIDDEN], 0.0);
        for (input, (weights, direct)) in inputs.iter().zip(self.hidden.iter().zip(&self.straight)) {
            if *input != 0.0 {
                straight += input * direct;
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
        (sums, straight)
    }

    /// The output.
    #[inline]
    pub fn value(&self, inputs: &[f32; N]) -> f32 {
        let (sums, straight) = self.activate(inputs);
        straight + sums.iter().zip(&self.output).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>()
    }
}

/// The logistic function: any number as a probability.
pub fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> Net<2> {
        let mut net = Net { hidden: vec![[0.0; HIDDEN]; 2], output: [0.0; HIDDEN], straight: vec![0.5, 0.0] };
        net.hidden[0][0] = 1.0;
        net.hidden[1][0] = -2.0;
        net.output[0] = 3.0;
        net
    }

    #[test]
    fn hidden_units_are_rectified_and_inputs_also_skip_them() {
        assert_eq!(net().value(&[1.0, 0.0]), 0.5 + 3.0);
        assert_eq!(net().value(&[1.0, 1.0]), 0.5);
    }

    #[test]
    fn weights_read_back() {
        let weights: Vec<f32> = net().weights().collect();
        let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        assert_eq!(Net::<2>::from_bytes(&bytes), Some(net()));
        assert_eq!(Net::<2>::from_bytes(&bytes[1..]), None);
        assert_eq!(Net::<3>::from_bytes(&bytes), None);
    }
}
