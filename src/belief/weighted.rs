//! Deals weighted by how likely the turns played are in each.

use super::TurnModel;
use crate::error::Error;
use crate::policy::Fault;
use crate::round::PlayedRound;
use crate::seat::Seat;
use crate::view::View;

/// Deals with weights that add up to 1: in proportion to how likely a model makes the others' turns in each.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightedDeals {
    deals: Vec<PlayedRound>,
    weights: Vec<f64>,
}

impl WeightedDeals {
    /// Weighs `deals` for `seat`: each by the product, over the turns of the other three in which they had a choice,
    /// of how likely `model` makes that turn from the acting seat's view in that deal.
    ///
    /// Of all consistent deals this gives the exact posterior, of uniform samples an estimate of it. The model is
    /// asked deal by deal, turn by turn. [`Error::LikelihoodRange`] if it gives no finite number from 0,
    /// [`Error::NoDealLikely`] if it holds all deals impossible, and what the model itself fails with.
    pub fn new<M: TurnModel + ?Sized>(seat: Seat, deals: Vec<PlayedRound>, model: &mut M) -> Result<Self, Fault> {
        let logs = deals.iter().map(|deal| log_likelihood(deal, seat, model)).collect::<Result<_, _>>()?;
        Ok(Self::of_log_likelihoods(deals, logs)?)
    }

    /// Weighs each of `deals` by the likelihood whose logarithm is given for it, one a deal; [`Error::NoDealLikely`]
    /// if all are 0.
    ///
    /// # Panics
    /// If there are more or fewer logarithms than deals.
    pub fn of_log_likelihoods(deals: Vec<PlayedRound>, logs: Vec<f64>) -> Result<Self, Error> {
        assert_eq!(deals.len(), logs.len(), "one logarithm a deal");
        // Relative to the likeliest deal, so that long products do not vanish.
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if most == f64::NEG_INFINITY && !deals.is_empty() {
            return Err(Error::NoDealLikely { deals: deals.len() });
        }
        let mut weights: Vec<f64> = logs.into_iter().map(|log| (log - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= all;
        }
        Ok(Self { deals, weights })
    }

    /// The deals.
    pub fn deals(&self) -> &[PlayedRound] {
        &self.deals
    }

    /// The weight of each deal, all together 1.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The deals and their weights.
    pub fn into_parts(self) -> (Vec<PlayedRound>, Vec<f64>) {
        (self.deals, self.weights)
    }

    /// (Σw)² / Σw²: how many equally weighted deals tell as much. From 1, where one deal has all the weight, to the
    /// number of deals; 0 if there is none.
    pub fn effective_sample_size(&self) -> f64 {
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        if self.weights.is_empty() { 0.0 } else { self.weights.iter().sum::<f64>().powi(2) / squares }
    }

    /// The weighted mean of what `value` gives for each deal.
    pub fn mean(&self, mut value: impl FnMut(&PlayedRound) -> f64) -> f64 {
        self.deals.iter().zip(&self.weights).map(|(deal, weight)| weight * value(deal)).sum()
    }
}

/// The logarithm of how likely `model` makes the turns that seats other than `seat` played in `deal`.
pub fn log_likelihood<M: TurnModel + ?Sized>(deal: &PlayedRound, seat: Seat, model: &mut M) -> Result<f64, Fault> {
    let mut log = 0.0;
    for (position, (before, turn)) in deal.replay().enumerate() {
        let legal = before.legal_turns();
        if before.seat() == seat || legal.len() == 1 {
            continue;
        }
        let view = View::new(before.seat(), before.hand(), before.table(), &deal.turns()[..position]);
        let likelihood = model.likelihood(&view, legal, turn)?;
        if !(0.0..f64::INFINITY).contains(&likelihood) {
            return Err(Error::LikelihoodRange { turn, found: likelihood.to_string().into() }.into());
        }
        log += likelihood.ln();
    }
    Ok(log)
}
