// Which lanes does the hardware serve together?  The groups of a rule are the cosets of a space of
// lane numbers under XOR, so a lane is its group's first lane plus a member of that space.
#pragma once

#include "core/algebra.hpp"
#include "core/f2.hpp"
#include "core/target.hpp"

namespace tileproof {

class LaneGroups {
 public:
  explicit LaneGroups(const AccessRule& rule);

  // How many groups take part in the instruction.
  [[nodiscard]] Word groups() const { return groups_; }
  // Lanes of one group.
  [[nodiscard]] Word members() const { return Word{1} << members_.size(); }

  // Are these members of one group served together even if nothing merges?
  template <Algebra A>
  typename A::Bool are_one_unmerged(const A& a,
                                    const typename A::Word& member,
                                    const typename A::Word& other) const {
    return a.eq(a.udiv(member, unmerged_), a.udiv(other, unmerged_));
  }

  // The lane with these numbers of its group and within it.
  template <Algebra A>
  typename A::Word lane(const A& a,
                        const typename A::Word& group,
                        const typename A::Word& member) const {
    typename A::Word lane(0);
    Digits<A> group_bits(a, group);
    for (const Word basis : first_lanes_) {
      lane = a.bit_xor(lane, a.mul(group_bits.take(2), basis));
    }
    Digits<A> member_bits(a, member);
    for (const Word basis : members_) {
      lane = a.bit_xor(lane, a.mul(member_bits.take(2), basis));
    }
    return lane;
  }

 private:
  std::vector<Word> members_;      // a basis of the space, that of a single group first
  Word unmerged_;                  // lanes of a single group
  std::vector<Word> first_lanes_;  // lane bits that complete it
  Word groups_ = 1;
};

}  // namespace tileproof
